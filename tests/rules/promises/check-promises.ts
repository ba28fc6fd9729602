import { checkWorkspace } from './workspace.ts'

const { files, findings } = checkWorkspace()
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
else console.log(`Checked ${files} files: no promise is lost.`)
