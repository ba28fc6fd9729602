import { advanceClock } from './advance-clock.manage.ts'
import { retrieveClock } from './retrieve-clock.manage.ts'

export const clockOperations = [retrieveClock, advanceClock]
