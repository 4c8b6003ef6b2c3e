// For an agent that works in a Docker container, with a directory of the host beside it: both are taken together.
// Start agents between 'snapdsl session start' and 'snapdsl session end', while 'snapdsl run' runs with this policy.
def box = container('agent-box') {
    volumes all
    consistency pause
}
def project = workspace('container-agent') { path '.' }

policy('agent-box') {
    protect box, project
    on runBoundaries
    on containerDie, containerOom
    keep { last 10; within 7.days; tagged 'release' }
    limits { perSubject 50 }
    onFailure { log "no snapshot was taken: ${error.message}" }
}

// Takes back what the last run did. The new container has to run for five seconds, or to pass its health check in that
// time, before the old one goes; if it doesn't, everything is put back as it was.
restorePlan('undo-last-run') {
    from before(lastRun)
    restore project
    restore box, mode: replace, healthCheck: 5.seconds
    verify()
    onFailure rollBack
}

// Only what the volumes held; the container itself and its settings stay.
restorePlan('undo-data') {
    from before(lastRun)
    restore box
}

// A copy to look at, with volumes of its own.
restorePlan('look') {
    from latest
    restore box, mode: beside
}
