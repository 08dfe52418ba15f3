import { second } from '../shared/durations.ts'

const pauseMs = 30 * second

/** A script that is loaded when it is needed. */
interface OnDemand<Module> {
  /** Undefined while it is not loaded. */
  loaded(): Module | undefined
  /** Loads it. Resolves when it is loaded, or has failed, which is logged. */
  load(): Promise<void>
  /** Loads it in advance, unless it failed in the last half minute: this is called at every edit, and each attempt is a request. */
  prepare(): void
}

/** @param what the script, for the log */
export function onDemand<Module>(what: string, request: () => Promise<Module>): OnDemand<Module> {
  let module: Module | undefined
  let loading: Promise<void> | undefined
  let failedAt: number | undefined
  const load = (): Promise<void> => {
    loading ??= request().then(
      (loaded) => {
        module = loaded
      },
      (error: unknown) => {
        loading = undefined
        failedAt = performance.now()
        console.warn(`forms: ${what} could not be loaded`, error)
      },
    )
    return loading
  }
  return {
    loaded: () => module,
    load,
    prepare() {
      if (failedAt === undefined || performance.now() - failedAt > pauseMs) void load()
    },
  }
}
