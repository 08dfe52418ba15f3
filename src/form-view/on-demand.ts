/** A script that is loaded when it is needed. */
interface OnDemand<Module> {
  /** Undefined while it is not loaded. */
  loaded(): Module | undefined
  /** Loads it. Resolves when it is loaded, or has failed, which is logged. */
  load(): Promise<void>
  /** Loads it in advance, unless it failed before: this is called at every edit, and each attempt is a request. */
  prepare(): void
}

/** @param name of the script, for the log */
export function onDemand<Module>(name: string, request: () => Promise<Module>): OnDemand<Module> {
  let module: Module | undefined
  let loading: Promise<void> | undefined
  let hasFailed = false
  const load = (): Promise<void> => {
    loading ??= request().then(
      (loaded) => {
        module = loaded
      },
      (error: unknown) => {
        loading = undefined
        hasFailed = true
        console.warn(`forms: ${name} could not be loaded`, error)
      },
    )
    return loading
  }
  return {
    loaded: () => module,
    load,
    prepare() {
      if (!hasFailed) void load()
    },
  }
}
