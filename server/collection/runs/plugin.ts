import { addTag } from './add-tag.manage.ts'
import { createRun } from './create-run.manage.ts'
import { listRunItems } from './list-run-items.manage.ts'
import { listRuns } from './list-runs.manage.ts'
import { listTags } from './list-tags.manage.ts'
import { removeTag } from './remove-tag.manage.ts'
import { retrieveRun } from './retrieve-run.manage.ts'
import { startRun } from './start-run.manage.ts'
import { stopRun } from './stop-run.manage.ts'

export const runOperations = [
  createRun,
  listRuns,
  retrieveRun,
  startRun,
  listRunItems,
  stopRun,
  listTags,
  addTag,
  removeTag,
]
