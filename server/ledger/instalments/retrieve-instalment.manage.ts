import { retrieveOf } from '../../resources/read-operations.ts'
import { instalments } from './instalment.ts'

/*
 * Operations (written by npm run openapi):
 * retrieveInstalment
 */

export const retrieveInstalment = retrieveOf(instalments)
