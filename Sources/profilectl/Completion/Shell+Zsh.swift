extension Shell {
  static let zshScript = #"""
    #compdef profilectl
    # zsh completion for profilectl, made by 'profilectl completions zsh'.

    _profilectl() {
      local program=${(Q)words[1]} line
      local -a before suffix candidates
      [[ -x $program ]] || program=profilectl
      (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")

      for line in ${(f)"$("$program" complete -- "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)"}; do
        case $line in
          ':path '*)
            [[ -n ${line#:path } ]] && compset -P '*='
            _files && return
            ;;
          ':open') suffix=(-S '') ;;
          *) candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
        esac
      done
      _describe -V candidate candidates "${suffix[@]}"
    }

    if [[ ${funcstack[1]} == _profilectl ]]; then
      _profilectl "$@"
    else
      compdef _profilectl profilectl
    fi

    """#
}
