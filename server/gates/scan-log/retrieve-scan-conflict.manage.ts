import { retrieveOf } from '../../resources/read-operations.ts'
import { scanConflicts } from './scan-conflict.ts'

/*
 * Operations (written by npm run openapi):
 * retrieveScanConflict
 */

export const retrieveScanConflict = retrieveOf(scanConflicts)
