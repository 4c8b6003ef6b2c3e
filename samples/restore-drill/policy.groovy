// Ways back, written down and tried before they are needed: samples/restore-drill/run.sh
// An agent works in 'project' and keeps its notes in 'notes'. To use a plan, in this directory or below:
//   snapdsl restore --plan undo-last-run --dry-run
def project = workspace('restore-drill') { path 'project' }
def notes = workspace('restore-drill-notes') { path 'notes' }

policy('agent-runs') {
    protect project, notes
    on runBoundaries
}

// Takes back what the last run did to the sources and to the notes, but leaves the project's other files alone.
restorePlan('undo-last-run') {
    from before(lastRun)
    restore project, paths: ['src']
    restore notes
    verify()
}

// The drill: is the last release still good? If its own check says no, all is put back as it was.
restorePlan('back-to-release') {
    from tagged('release')
    restore project
    step(timeout: 30.seconds) { exec 'project/check.sh' }
    verify()
    onFailure rollBack
}
