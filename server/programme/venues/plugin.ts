import { manageGates } from './gates.manage.ts'
import { manageVenues } from './venues.manage.ts'

export const venueOperations = [...manageVenues, ...manageGates]
