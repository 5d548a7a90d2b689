# Completion of odgear for bash. Commands and options are read from the program's own help, so that
# this file never lags behind it.
_odgear() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words
    case $previous in
        --mode) words="policy expert hybrid" ;;
        --round) words="auto nint none ceil floor" ;;
        --model) words=$("$1" models 2>/dev/null | grep -E '^[^ ]') ;;
        *)
            if [ "$COMP_CWORD" -eq 1 ]; then
                words=$("$1" --help 2>/dev/null | awk '/^Subcommands:/ { on = 1; next } /^[^ ]/ { on = 0 } on { print $1 }')
            elif [[ $current == -* ]]; then
                words=$("$1" "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _odgear odgear
