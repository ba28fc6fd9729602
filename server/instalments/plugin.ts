import type { Operation } from '../operation.ts'
import { manageInstalments } from './record-instalments.ts'
import { renewMember } from './renew-member.ts'

export const instalmentOperations: Operation[] = [...manageInstalments, renewMember]
