extension Shell {
  static let bashScript = #"""
    # bash completion for profilectl, made by 'profilectl completions bash'.

    # Puts into $plain what the shell would make of a word: no quotation marks, no backslashes.
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

    # Offers paths that continue $1, with $2 before them, of which bash leaves $3 as it is.
    _profilectl_paths() {
      local path
      compopt -o filenames 2>/dev/null
      while IFS= read -r path; do
        # Where there is none, bash reads one empty line.
        [[ $path ]] || continue
        # What lies beside a database is nobody's to name.
        [[ $path != *@(\#(companionEndings)) ]] || continue
        path=$2$path
        COMPREPLY+=("${path#"$3"}")
      done <<<"$(compgen -f -- "$1" | sort)"
    }

    # bash cuts words at each of $COMP_WORDBREAKS, and replaces only what stands behind the last cut;
    # an @ there belongs to what is replaced. What stands behind < and > is a file, and no word for
    # the program.
    _profilectl() {
      local rest=${COMP_LINE:0:COMP_POINT} blank word plain line lead place=0 sign= file=
      local -a words=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        blank=${rest%%[![:space:]]*}
        rest=${rest#"$blank"}
        word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || word=$rest
        rest=${rest#"$word"}
        if ((i > 0)) && [[ $word == @(\<|\>|\>\>|\<\>) ]]; then
          # As in 2>, where the number is no word of its own.
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
          :open) compopt -o nospace 2>/dev/null ;;
          ?*) COMPREPLY+=("${line#"$cut"}") ;;
        esac
      done <<<"$("$program" complete -- "${words[@]:1}" 2>/dev/null)"
    }

    complete -o nosort -F _profilectl profilectl 2>/dev/null || complete -F _profilectl profilectl

    """#
}
