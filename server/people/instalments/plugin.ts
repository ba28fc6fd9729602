import type { Operation } from '../../operation.ts'
import { manageInstalments } from './record-instalments.manage.ts'
import { renewMember } from './renew-member.manage.ts'

export const instalmentOperations: Operation[] = [...manageInstalments, renewMember]
