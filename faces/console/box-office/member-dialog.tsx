import type { Member } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { memberName } from '../members/member-name.ts'
import { MemberState } from '../members/member-status.tsx'
import { endOf } from '../members/member-words.ts'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import own from './buyer-form.module.css'

const FOUND = 8

/** Who stands at the counter: by the number or name on the card, or by its barcode, which a reader types. */
export function MemberDialog({ onClose, onChosen }: { onClose(): void; onChosen(member: Member): void }) {
  const [search, setSearch] = useState('')
  const { data, error } = useLoad(async () => (search === '' ? [] : await find(search)), [search])
  return (
    <Dialog open title={words.whichMemberIsIt} onClose={onClose}>
      {error !== undefined && <TroubleNotice error={error} />}
      <form
        class={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          setSearch(String(new FormData(event.currentTarget as HTMLFormElement).get('search') ?? '').trim())
        }}
      >
        <Field
          name="search"
          label={words.numberNameEMailOr}
          hint={words.youHaveSeenTheCard}
          type="search"
          required
          autofocus
          maxLength={200}
        />
        <div class={form.actions}>
          <Button type="submit">{common.search}</Button>
        </div>
      </form>
      <div role="status">{data?.length === 0 && search !== '' && <p>{words.noMemberIsFoundBy({ search })}</p>}</div>
      {data && data.length > 0 && (
        <ul class={own.members}>
          {data.map((member) => (
            <li key={member.membership_member_id}>
              <button type="button" onClick={() => onChosen(member)}>
                <span>
                  <strong>{memberName(member)}</strong>
                  <span class={styles.quiet}>
                    {[
                      member.member_number,
                      member.type_title,
                      member.expires !== null && words.until({ day: endOf(member) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <MemberState member={member} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class={form.actions}>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  )
}

async function find(search: string): Promise<Member[]> {
  const { data } = await api.members.list({ search, limit: FOUND }).page()
  return data.length > 0 ? data : (await api.members.list({ barcode: search, limit: FOUND }).page()).data
}
