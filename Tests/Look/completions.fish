# Prints what fish offers for some lines.
source $LOOK_SHARE/fish/vendor_completions.d/profilectl.fish
for line in 'profilectl sho' 'profilectl show bo' 'profilectl show @a' 'profilectl show --tab ' \
        'profilectl show --tab=l' 'profilectl like ' 'profilectl users --fields name,b' \
        'profilectl --db my' 'profilectl --db=my' 'profilectl --db "my p' \
        'profilectl --db "my place/net.db" show ' 'profilectl --db=my\\ place/net.db show ' \
        'profilectl run ~/m' 'profilectl --db=~/m' \
        'profilectl --db=~/net.db show b' 'profilectl --db net' 'profilectl --db=net' \
        'profilectl show --co' 'profilectl -- sho' \
        'profilectl help ex' 'echo x | profilectl pos' 'profilectl no-such-command '
    echo "$line|"
    complete --do-complete $line | sed 's/^/  /'
end
