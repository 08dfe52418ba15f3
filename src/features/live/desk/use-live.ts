import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listen } from './event-stream.ts'
import { applyLiveEvent } from './live-events.ts'

/** Loads the pages of the shown list again. */
const reloadList = (client: QueryClient): void => void client.invalidateQueries({ queryKey: ['applications'] })

/**
 * Keeps the desk current by live events. The rows on screen stay in place (`useSteady`).
 * @param total the number of all applications
 */
export function useLive(total: number | undefined): void {
  const client = useQueryClient()
  useEffect(
    () =>
      listen({
        event: async (event) => {
          if (await applyLiveEvent(client, event)) reloadList(client)
        },
        missed: () => {
          for (const key of ['stats', 'application', 'related', 'applications'])
            void client.invalidateQueries({ queryKey: [key] })
        },
        ended: () => void client.invalidateQueries({ queryKey: ['session'] }),
      }),
    [client],
  )

  // Without an event stream, the polled counts show that an application arrived.
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current !== undefined && total !== undefined && total > before.current) reloadList(client)
    before.current = total
  }, [total, client])
}
