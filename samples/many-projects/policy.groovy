// A policy is Groovy: every directory beside this script becomes a workspace of its own, under the same rules.
template('project') {
    on policyStart, fileChange(quiet: 2.seconds)
    keep { last 30; within 14.days }
}

scriptDirectory.eachDir { dir ->
    if (!dir.name.startsWith('.')) { // .git and the like are no projects
        def project = workspace(dir.name) { path dir.path }
        policy("keep-${dir.name}", from: 'project') { protect project }
    }
}
