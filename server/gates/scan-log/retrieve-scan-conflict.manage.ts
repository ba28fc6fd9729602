import { retrieveOf } from '../../resources/read-operations.ts'
import { scanConflicts } from './scan-conflict.ts'

export const retrieveScanConflict = retrieveOf(scanConflicts)
