import type { Member, MembershipOnSale, SalePreview } from '@grandstand/sdk'
import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { toast } from '../../kit/toast.tsx'
import { type Loaded, useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { words } from '../words/joining.ts'
import {
  type Filled,
  isPriced,
  itemsOfJoinings,
  type Joining,
  namedAnyhow,
  typesToRenewBy,
  typesToUpgradeTo,
} from './joining.ts'
import { whyNotJoined } from './membership-list.tsx'
import type { ChosenSeat } from './sale.ts'

let lastKey = 0
const joiningOf = (type: MembershipOnSale, more: Partial<Joining> = {}): Joining => {
  lastKey += 1
  return { key: lastKey, type, ...more }
}

/** The memberships of a sale, what the form says of them, and what the server makes of both. */
export function useJoinings(form: RefObject<HTMLFormElement | null>, types: MembershipOnSale[], turn: number) {
  const [joinings, setJoinings] = useState<Joining[]>([])
  const [filled, setFilled] = useState<Filled>({})
  const [seats, setSeats] = useState<ChosenSeat[]>([])
  const code = (filled.code ?? '').trim()
  const items = itemsOfJoinings(joinings, filled, seats).map(namedAnyhow)
  const asked = { items, ...(code !== '' && { discount_code: code }) }
  const isAskable = joinings.length > 0 && joinings.every((joining) => isPriced(joining, filled))
  const preview: Loaded<SalePreview | undefined> = useLoad(
    async () => (isAskable ? api.boxOffice.previewSale(asked) : undefined),
    [JSON.stringify(asked), isAskable, turn],
  )
  const readForm = () => {
    if (form.current) setFilled(Object.fromEntries(new FormData(form.current)) as Filled)
  }
  // It has other fields then.
  useEffect(readForm, [joinings, seats, turn])
  const change = (changed: Joining[]) => {
    setJoinings(changed)
    // Seats were chosen for another number.
    if (changed.length !== joinings.length) setSeats([])
  }
  return {
    joinings,
    filled,
    seats,
    code,
    preview,
    readForm,
    change,
    setSeats,
    add(type: MembershipOnSale): void {
      const why = whyNotJoined(type)
      if (why === undefined) change([...joinings, joiningOf(type)])
      else toast(`${type.title}: ${why}`, 'flare')
    },
    takeAway(type: MembershipOnSale): void {
      const last = joinings.findLast((each) => each.type === type && !each.standing)
      change(joinings.filter((each) => each !== last))
    },
    /** A membership goes on: by the likeliest type, which the seller can change. */
    goOn(standing: Member, isUpgrade = false): void {
      const [type] = isUpgrade ? typesToUpgradeTo(types, standing) : typesToRenewBy(types, standing)
      if (!type) {
        toast(words.nothingIsOnSale, 'flare')
        return
      }
      const others = joinings.filter((each) => each.standing?.membership_member_id !== standing.membership_member_id)
      change([...others, joiningOf(type, { standing, isUpgrade })])
    },
  }
}
