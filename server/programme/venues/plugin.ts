import type { Operation } from '../../operation.ts'
import { manageGates } from './gates.manage.ts'
import { manageVenues } from './venues.manage.ts'

export const venueOperations: Operation[] = [...manageVenues, ...manageGates]
