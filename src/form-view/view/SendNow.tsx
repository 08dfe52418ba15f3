import { useState } from 'react'
import { translate } from '../../shared/translate.ts'
import { Button } from '../../ui/button/Button.tsx'
import { clearPauses, deliver } from '../delivery/queue.ts'
import { send } from '../delivery/send.ts'
import { warnOnce } from '../device-store.ts'

/** Sends what waits on this device at once, or names the address that takes it by email. A delivery replaces the view that holds this. */
export const SendNow = ({ email }: { readonly email: string }) => {
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const press = async (): Promise<void> => {
    if (state === 'sending') return
    setState('sending')
    clearPauses()
    await deliver((submission) => send(submission, { attempts: 1 }), true).catch((error: unknown) =>
      warnOnce('the delivery queue', error),
    )
    setState('failed')
  }
  return (
    <div className="stack gap-3 start success-view-remark">
      <Button onClick={press}>{translate`Send now`}</Button>
      <p>
        <span role="status">
          {state === 'sending' && translate`Sending. `}
          {state === 'failed' && translate`That didn’t reach us. It is tried again by itself. `}
        </span>
        {translate`Or write to `}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </div>
  )
}
