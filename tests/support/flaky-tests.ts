import type { Reporter, TestModule } from 'vitest/node'

/** Names the tests that passed at their second run only, with the failure of their first, after everything else that a run prints. */
export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap((module) => [...module.children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => {
        const failure = test.result().errors?.[0]?.message.trim().split('\n')[0]
        return `  ${test.module.relativeModuleId} > ${test.fullName}\n    ${failure ?? 'no message'}`
      })
    if (flaky.length === 0) return
    console.log(`${flaky.length} ${flaky.length === 1 ? 'test' : 'tests'} passed only at the second run:\n${flaky.join('\n')}\n`)
  }
}
