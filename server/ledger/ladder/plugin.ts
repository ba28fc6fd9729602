import { manageMembershipPlans } from './membership-plans.manage.ts'
import { previewCollectionLadder } from './preview-collection-ladder.manage.ts'
import { replaceCollectionLadder } from './replace-collection-ladder.manage.ts'
import { retrieveCollectionLadder } from './retrieve-collection-ladder.manage.ts'

export const ladderOperations = [
  retrieveCollectionLadder,
  replaceCollectionLadder,
  previewCollectionLadder,
  ...manageMembershipPlans,
]
