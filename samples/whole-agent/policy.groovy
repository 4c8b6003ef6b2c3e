// An agent as a whole: the files it works on and what it knows, taken together as one moment, and brought back together.
// samples/whole-agent/run.sh shows it. For an agent in a container, say so too, and protect it with the others:
//   def box = container('agent-box') { volumes all; consistency pause }
def project = workspace('whole-agent') { path 'project' }

def mind = state('whole-agent-mind') {
    path 'agent/state.json'
    // What events make of the state, so that 'snapdsl state replay --policy' can compute it again and compare.
    replay {
        on('tool_result') { state, event ->
            state.step = state.step + 1
            state.done << event.details.tool
        }
    }
}

policy('whole-agent') {
    protect project, mind
    on policyStart, runBoundaries
    keep { last 20; within 7.days }
}

// One way back for both, to where they were before the agent's last run.
restorePlan('undo-last-run') {
    from before(lastRun)
    restore project
    restore mind
    verify()
    onFailure rollBack
}
