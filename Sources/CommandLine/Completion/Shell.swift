/// A shell for which the program has a completion script.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script, which passes the words to this program and shows its output.
  package var completionScript: String {
    switch self {
    case .bash: Shell.bashScript
    case .zsh: Shell.zshScript
    case .fish: Shell.fishScript
    }
  }

  /// The endings of side files of a database, as a pattern for all shells.
  ///
  /// The scripts do not offer such files.
  package static let companionEndings = "-lock|-wal|-shm|-journal|-migration"

  /// The endings of picture files, as a pattern for all shells.
  private static let pictureEndings = FileKind.pictureEndings.joined(separator: "|")
}

extension Shell {
  private static let bashScript = #"""
    # bash completion for profilectl, made by 'profilectl completions bash'.

    # Sets $plain to a word without its quotation marks and backslashes, as the shell reads it.
    _profilectl_unquote() {
      local rest=$1 quote= char
      plain=
      while [[ $rest ]]; do
        char=${rest:0:1} rest=${rest:1}
        if [[ $char == "$quote" ]]; then
          quote=
        elif [[ ! $quote && $char == [\'\"] ]]; then
          quote=$char
        elif [[ $char == \\ && $quote != \' && ( ! $quote || $rest == [\$\`\"\\]* ) ]]; then
          plain+=${rest:0:1} rest=${rest:1}
        else
          plain+=$char
        fi
      done
    }

    # Offers the paths that begin with $1. Each gets the prefix $2 and loses the prefix $3, which
    # bash keeps on the line. With $4, only folders and pictures are offered.
    _profilectl_paths() {
      local path
      compopt -o filenames 2>/dev/null
      while IFS= read -r path; do
        # Without a path, bash reads one empty line.
        [[ $path ]] || continue
        # Side files of a database are left out.
        [[ $path != *@(\#(companionEndings)) ]] || continue
        [[ ! $4 || -d $path || ${path,,} == *@(\#(pictureEndings)) ]] || continue
        path=$2$path
        COMPREPLY+=("${path#"$3"}")
      done <<<"$(compgen -f -- "$1" | sort)"
    }

    # bash splits words at each character of $COMP_WORDBREAKS and replaces only the part after the
    # last split; an @ belongs to that part. The word after < or > is a file, not an argument.
    _profilectl() {
      local rest=${COMP_LINE:0:COMP_POINT} blank word plain line lead place=0 sign= file= i
      local -a words=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        blank=${rest%%[![:space:]]*}
        rest=${rest#"$blank"}
        word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || word=$rest
        rest=${rest#"$word"}
        if ((i > 0)) && [[ $word == @(\<|\>|\>\>|\<\>) ]]; then
          # In 2>, the number belongs to the redirection.
          [[ $blank || ${words[place]} != +([0-9]) ]] || unset "words[place--]"
          sign=$word file=
        elif [[ $sign && ( ! $file || ! $blank ) ]]; then
          file+=$word
        elif ((i > 0)) && [[ ! $blank && ( $word || $i -lt $COMP_CWORD ) ]]; then
          words[place]+=$word
        elif ((i > 0)); then
          words[++place]=$word sign=
        else
          words[0]=$word
        fi
      done
      _profilectl_unquote "$word"
      local piece=$plain
      [[ ${#word} -eq 1 && $COMP_WORDBREAKS == *"$word"* ]] && piece=

      COMPREPLY=()
      if [[ $sign ]]; then
        _profilectl_unquote "$file"
        _profilectl_paths "$plain" '' "${plain%"$piece"}"
        return
      fi
      for ((i = 0; i <= place; i++)); do
        _profilectl_unquote "${words[i]}"
        words[i]=$plain
      done
      local cut=${plain%"$piece"} program=${words[0]}
      cut=${cut%@}
      [[ -x $program ]] || program=profilectl

      while IFS=$'\t' read -r line _; do
        case $line in
          ':path '*)
            lead=${line#:path }
            _profilectl_paths "${plain#"$lead"}" "$lead" "$cut"
            ;;
          ':pictures '*)
            lead=${line#:pictures }
            _profilectl_paths "${plain#"$lead"}" "$lead" "$cut" pictures
            ;;
          :open) compopt -o nospace 2>/dev/null ;;
          ?*) COMPREPLY+=("${line#"$cut"}") ;;
        esac
      done <<<"$("$program" complete -- "${words[@]:1}" 2>/dev/null)"
    }

    complete -o nosort -F _profilectl profilectl 2>/dev/null || complete -F _profilectl profilectl

    """#
}

extension Shell {
  private static let fishScript = #"""
    # fish completion for profilectl, made by 'profilectl completions fish'.

    function __profilectl_complete
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        # Fails if a quotation mark is open.
        set -l plain (string unescape -- $word)
        or set plain (string trim --left --chars '"\'' -- $word)
        set -l program profilectl
        test -x "$words[1]"; and set program $words[1]

        $program complete -- $words[2..] "$plain" 2>/dev/null | while read --local line
            switch $line
                case ':path*' ':pictures*'
                    set -l lead (string replace --regex '^:\w+ ?' '' -- $line)
                    set -l start (string sub --start (math (string length -- "$lead") + 1) -- "$plain")
                    # A quoted tilde is not expanded.
                    set -l typed (string escape --no-quoted -- $start)
                    string match --quiet --regex '^[^\'"\\\\]*~' -- $word
                    and set typed (string replace '\\~' '~' -- $typed)
                    for path in (complete --do-complete "'' $typed")
                        # Side files of a database are left out.
                        string match --quiet --regex -- '(\#(companionEndings))$' $path
                        and continue
                        # Only pictures and folders are kept.
                        string match --quiet ':pictures*' -- $line
                        and not string match --quiet --regex -i -- '(/|\#(pictureEndings))$' $path
                        and continue
                        echo -- $lead$path
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

extension Shell {
  private static let zshScript = #"""
    #compdef profilectl
    # zsh completion for profilectl, made by 'profilectl completions zsh'.

    _profilectl() {
      local program=${(Q)words[1]} line text meaning lead
      integer wants_files=0 nothing=1
      local only
      local -a before texts shown suffix layout expl
      [[ -x $program ]] || program=profilectl
      (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")

      for line in ${(f)"$("$program" complete -- "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)"}; do
        case $line in
          ':path '*)
            wants_files=1 lead=${line#:path }
            ;;
          ':pictures '*)
            wants_files=1 lead=${line#:pictures } only='(#i)*(\#(pictureEndings))'
            ;;
          ':open') suffix=(-S '') ;;
          *)
            text=${line%%$'\t'*} meaning=${line#*$'\t'}
            texts+=("$text")
            (( $#text < 16 )) && text=${(r:16:)text}
            shown+=("$text${meaning:+ -- $meaning}")
            [[ -z $meaning ]] || layout=(-l)
            ;;
        esac
      done
      _wanted -V candidates expl candidate \
        compadd "${layout[@]}" "${suffix[@]}" -d shown -a texts && nothing=0
      if (( wants_files )); then
        [[ -n $lead ]] && compset -P "${(b)lead}"
        # Side files of a database are left out.
        if [[ -n $only ]]; then
          # _files would offer all files where no picture is.
          { _path_files -g $only || _path_files -/ } && nothing=0
        else
          _files -F '*(\#(companionEndings))' && nothing=0
        fi
      fi
      return nothing
    }

    if [[ ${funcstack[1]} == _profilectl ]]; then
      _profilectl "$@"
    else
      compdef _profilectl profilectl
    fi

    """#
}
