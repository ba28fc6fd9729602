import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { forgetDevice, isStrange } from './stored-page.ts'
import { words } from './words.ts'

/** For a borrowed device: nothing of the page stays on it. */
export function ForgetDevice() {
  const [done, setDone] = useState(isStrange())
  if (done) return <span role="status">{words.forgetDone}</span>
  return (
    <Button
      look="quiet"
      onClick={async () => {
        await forgetDevice()
        setDone(true)
      }}
    >
      {words.forget}
    </Button>
  )
}
