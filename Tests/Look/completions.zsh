# Prints the line that TAB makes of another in an interactive zsh, with all candidates where there are many.
zmodload zsh/zpty
zmodload zsh/datetime

lines=(
  'profilectl sho' 'profilectl show bo' 'profilectl show @a' 'profilectl show --tab '
  'profilectl show --tab=l' 'profilectl like ' 'profilectl users --fields name,b'
  'profilectl --db my' 'profilectl --db=my' 'profilectl --db "my p'
  'profilectl --db "my place/net.db" show ' 'profilectl --db=my\ place/net.db show '
  'profilectl --db=~/net.db show b' 'profilectl --db net' 'profilectl --db=net' 'profilectl show --co' 'profilectl -- sho'
  'profilectl help ex' 'profilectl --as ana edit-profile --avatar n' 'echo x | profilectl pos' 'profilectl no-such-command '
)

cat >.zshrc <<'END'
PS1='> '
fpath=($LOOK_SHARE/zsh/site-functions $fpath)
autoload -Uz compinit
compinit -u -D
zstyle ':completion:*' completer _all_matches _complete
zstyle ':completion:*' insert yes
report() { print -r -- "  $BUFFER|" >>report; BUFFER= }
zle -N report
bindkey '\er' report
bindkey '\t' complete-word
print ready >report
END

zpty shell 'exec zsh -d -i'
# Waits until the shell has reported so many lines; half a minute at most.
await() {
  integer end=$(( EPOCHSECONDS + 30 ))
  local reported
  while (( EPOCHSECONDS < end )); do
    zpty -r -t shell reported
    [[ -r report ]] && (( $(wc -l <report) >= $1 )) && return
    zselect -t 1 2>/dev/null || sleep 0.01
  done
  print "zsh did not answer"
  exit 1
}
integer count=1
await $count
for line in $lines; do
  print -r -- "$line|"
  zpty -w -n shell "$line"$'\t\er'
  await $(( ++count ))
  tail -n 1 report
done
zpty -d shell
