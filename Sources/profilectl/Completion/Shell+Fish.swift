extension Shell {
  static let fishScript = #"""
    # fish completion for profilectl, made by 'profilectl completions fish'.

    function __profilectl_complete
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        # Fails where a quotation mark is still open.
        set -l plain (string unescape -- $word)
        or set plain (string trim --left --chars '"\'' -- $word)
        set -l program profilectl
        test -x "$words[1]"; and set program $words[1]

        $program complete -- $words[2..] "$plain" 2>/dev/null | while read --local line
            switch $line
                case ':path*'
                    set -l lead (string sub --start 7 -- $line)
                    set -l start (string sub --start (math (string length -- "$lead") + 1) -- "$plain")
                    # A tilde that is quoted is a letter.
                    set -l typed (string escape --no-quoted -- $start)
                    string match --quiet --regex '^[^\'"\\\\]*~' -- $word
                    and set typed (string replace '\\~' '~' -- $typed)
                    for path in (complete --do-complete "'' $typed")
                        # What lies beside a database is nobody's to name.
                        string match --quiet --regex -- '(\#(companionEndings))$' $path
                        or echo -- $lead$path
                    end
                case ':*'
                case '*'
                    echo -- $line
            end
        end
    end

    complete --command profilectl --erase
    complete --command profilectl --no-files --keep-order --arguments '(__profilectl_complete)'

    """#
}
