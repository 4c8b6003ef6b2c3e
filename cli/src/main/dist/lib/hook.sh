# Part of the launcher: 'snapdsl hook AGENT [--start-hub]'. Hands standard input to the server that runs for this store, if one
# does, and else to Java. Ends with 0 whatever comes: to an agent, some other codes mean that it may not go on.

store=${SNAPDSL_STORE:-${XDG_DATA_HOME:-${HOME:-}/.local/share}/snapdsl}
payload=$(cat)
[ -e "$PWD" ] || cd / # The agent may have removed the directory that it is in; where it is at work is in what it tells.

# Whether the process that wrote 'hub' still runs (HubListener.java). Else whoever listens on that port by now would be given the
# token. An id may be another's by now, so it is told by when it began: by the kernel's number, or by ps where there is no /proc.
runs() {
    case $2 in
        '') return 1 ;;
        *[!0-9]*) TZ=UTC0 LC_ALL=C ps -o lstart= -p "$1" | {
            read -r since
            [ "$since" = "$2" ]
        } ;;
        *)
            read -r stat <"/proc/$1/stat" || return 1
            # shellcheck disable=SC2086 # numbers, after a name that may be anything
            set -- "$2" ${stat##*) }
            [ "${21}" = "$1" ]
            ;;
    esac
}

# What the server answers is nothing, a message to the person, or the refusal that a policy wants. It never grants anything: an
# answer with more in it is not ours, and no agent gets to see it.
is_ours() {
    [ "$1" = '{}' ] && return
    case $1 in *"
"*) return 1 ;; esac
    text='"[^"]*"'
    gemini=',"decision":"deny","reason":'$text
    others=',"hookSpecificOutput":\{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":'$text'\}'
    printf '%s\n' "$1" | LC_ALL=C sed 's/\\./_/g' | LC_ALL=C grep -Eqx "\\{\"systemMessage\":$text($gemini|$others)?\\}"
}

# The token is not among curl's words, where others on this machine could see it.
to_server() {
    {
        { read -r port && read -r process since; } <"$store/hub" && runs "$process" "$since" && read -r token <"$store/token"
    } 2>/dev/null || return 1
    answer=$(printf '%s' "$payload" | curl -s -f --noproxy '*' --max-time 20 -H 'Content-Type: application/json' -H @/dev/fd/3 \
        --data-binary @- "http://127.0.0.1:$port/hooks/$2" 3<<EOF 2>/dev/null
Authorization: Bearer $token
EOF
    ) && is_ours "$answer" && printf '%s' "$answer"
}

# Becomes that, in a session of its own: some agents end all that a hook has started.
become() {
    command -v setsid >/dev/null && set -- setsid "$@"
    exec "$@"
}

# Should two be started at once, one of them ends.
start_hub() {
    become "$self" serve --hub --idle 7200 </dev/null >/dev/null 2>&1 &
}

# Until it has answered: a snapshot that takes longer than an agent should wait goes on without us.
directly() {
    export SNAPDSL_HOOK_DIRECTLY=yes
    answer=$(printf '%s' "$payload" | become "$self" "$@" &)
    [ -z "$answer" ] || printf '%s\n' "$answer"
}

to_server "$@" || {
    [ "${3:-}" = --start-hub ] && start_hub
    directly "$@"
}
exit 0
