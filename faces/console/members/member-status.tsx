import type { Member } from '@grandstand/sdk'
import { Tag } from '../parts/page.tsx'
import { cardState, memberState } from './member-words.ts'

export function MemberState({ member }: { member: Member }) {
  const { tag, tone } = memberState(member)
  return <Tag tone={tone}>{tag}</Tag>
}

export function CardTag({ member }: { member: Member }) {
  const { tag, tone } = cardState(member)
  return <Tag tone={tone}>{tag}</Tag>
}
