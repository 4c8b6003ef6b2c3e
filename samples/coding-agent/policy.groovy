// For a coding agent: a snapshot at both ends of each run, after every burst of edits, and on the hour as a safety net.
// Put it beside the project, and start agents between 'snapdsl session start' and 'snapdsl session end'.
def project = workspace('coding-agent') {
    path '.'
    ignore { defaults(); patterns 'outputs/**', '*_temp.*' }
    unknownChanges autoIntegrate
}

policy('agent-runs') {
    protect project
    on runBoundaries
    on fileChange(quiet: 2.seconds)
    on schedule('0 9-18 * * MON-FRI')
    keep { last 100; within 7.days; daily 30; tagged 'release' }
    consolidate mergeSequential(after: 200, preserveDiffs: true)
    onFailure { log "no snapshot was taken: ${error.message}" }
    expectEvery 1.day
}
