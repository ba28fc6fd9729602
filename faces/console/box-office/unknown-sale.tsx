import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { KeyCap } from './key-cap.tsx'
import { useKeys } from './use-keys.ts'

/** The answer never came. Nothing else is sold until it is known what became of this one. */
export function UnknownSale({ error, keysOn, onAsk }: { error: unknown; keysOn: boolean; onAsk(): void }) {
  useKeys({ enter: onAsk }, keysOn)
  return (
    <>
      <Notice title={words.itIsNotKnownYet2}>
        <p>{words.theAnswerDidNotCome}</p>
        <div>
          <Button look="strong" onClick={onAsk}>
            {words.askAgain} <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        </div>
      </Notice>
      <TroubleNotice error={error} />
    </>
  )
}
