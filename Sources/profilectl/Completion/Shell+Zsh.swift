extension Shell {
  static let zshScript = #"""
    #compdef profilectl
    # zsh completion for profilectl, made by 'profilectl completions zsh'.

    _profilectl() {
      local program=${(Q)words[1]} line text meaning lead
      integer wants_files=0 nothing=1
      local -a before texts shown suffix layout expl
      [[ -x $program ]] || program=profilectl
      (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")

      for line in ${(f)"$("$program" complete -- "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)"}; do
        case $line in
          ':path '*)
            wants_files=1 lead=${line#:path }
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
        [[ -n $lead ]] && compset -P '*='
        # What lies beside a database is nobody's to name.
        _files -F '*(\#(companionEndings))' && nothing=0
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
