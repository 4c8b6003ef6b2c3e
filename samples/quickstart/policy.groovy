// The smallest useful policy: every change to the directory 'project' beside this script becomes a snapshot.
//   snapdsl run samples/quickstart/policy.groovy
// Then edit project/hello.txt, and look: snapdsl log -C samples/quickstart/project
def project = workspace('quickstart') { path 'project' }

policy('quickstart') {
    protect project
    on fileChange(quiet: 1.second)
    keep { last 50; within 7.days }
}
