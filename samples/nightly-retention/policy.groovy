// One snapshot a night, thinned out with age. For cron, instead of a process that stays:
//   5 2 * * * snapdsl run /path/to/policy.groovy --once
def project = workspace('nightly') { path '.' }

policy('nightly') {
    protect project
    on schedule('0 2 * * *', zone: 'Europe/Berlin', runMissed: true)
    keep {
        daily 14
        weekly 8
        monthly 12
        yearly 5
        anchor oldest
        zone 'Europe/Berlin'
    }
    limits { size 20.GB }
}
