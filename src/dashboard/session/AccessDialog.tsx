import { Dialog } from '@base-ui/react/dialog'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { accessQuery, type Ending, type ListedBrowser } from './access.ts'
import { reportFailure } from './failures.ts'
import { PasskeyList } from './PasskeyList.tsx'
import { close as closeDesk } from './session.ts'

interface AccessDialogProps {
  readonly open: boolean
  close(): void
}

/** The dialog that lists trusted browsers. It signs out or forgets each of them, or all. */
export function AccessDialog({ open, close }: AccessDialogProps) {
  const client = useQueryClient()
  const { data, error } = useQuery({ ...accessQuery, enabled: open, staleTime: 0 })
  const [isSure, setSure] = useState(false)
  const end = useMutation({
    mutationFn: ({ end }: Ending) => end(),
    networkMode: 'always',
    onSuccess: (_, { endsOwn }) => (endsOwn ? closeDesk(undefined) : client.invalidateQueries({ queryKey: ['access'] })),
    onError: (cause) => reportFailure('ending a session', cause),
  })
  const fault = end.error ?? error
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (next) return
        setSure(false)
        close()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>Sign-in</Dialog.Title>
          <Dialog.Description className="soft">
            Browsers that signed in before get passcodes even while strangers request many. Forget browsers that you no longer
            use.
          </Dialog.Description>
          <ul className="lined" aria-busy={data === undefined && error === null}>
            {data?.browsers.map((browser) => (
              <Browser key={browser.id} browser={browser} isBusy={end.isPending} end={end.mutate} />
            ))}
          </ul>
          <PasskeyList passkeys={data?.passkeys ?? []} isBusy={end.isPending} end={end.mutate} />
          <p role="alert" className="fault">
            {fault?.message}
          </p>
          <div className={`row ${dialog.buttons}`}>
            <Button tone="quiet" onClick={close}>
              Close
            </Button>
            <Button
              tone="danger"
              disabled={end.isPending}
              onClick={() => (isSure ? end.mutate({ end: () => call(routes.endAccess), endsOwn: true }) : setSure(true))}
            >
              {isSure ? 'End all, and sign me out' : 'End all sessions'}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface BrowserProps {
  readonly browser: ListedBrowser
  readonly isBusy: boolean
  end(ending: Ending): void
}

function Browser({ browser, isBusy, end }: BrowserProps) {
  const { id, name, first_signed_in_at: first, signed_in_at: last, session_until: until, current } = browser
  const label = name === '' ? 'Unknown browser' : name
  return (
    <li className="row gap-2 middle">
      <div className="entry">
        <b>{label}</b>
        {current && ' · this browser'}
        <p className="soft small">
          {until === null ? 'Not signed in' : `Signed in until ${formatMoment(until)}`}
          {last !== null && `, last sign-in ${formatMoment(last)}`}
          {first !== null && first !== last && `, first ${formatMoment(first)}`}.
        </p>
      </div>
      <div className="line">
        {until !== null && (
          <Button
            tone="quiet"
            disabled={isBusy}
            aria-label={`Sign out ${label}`}
            onClick={() => end({ end: () => call(routes.endSession, { at: { id } }), endsOwn: current })}
          >
            Sign out
          </Button>
        )}
        {name !== '' && (
          <Button
            tone="quiet"
            disabled={isBusy}
            aria-label={`Forget ${label}`}
            onClick={() => end({ end: () => call(routes.endBrowser, { at: { id } }), endsOwn: current })}
          >
            Forget
          </Button>
        )}
      </div>
    </li>
  )
}
