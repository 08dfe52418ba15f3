import { AsyncLocalStorage } from 'node:async_hooks'
import { inEnglish, type Speech, speak } from '../../shared/translate.ts'

/** The language of what is answered to one request, or sent in one letter. It is known only after some of the request was read. */
interface Talk {
  speech: Speech | undefined
}

const talks = new AsyncLocalStorage<Talk>()

speak({
  get code() {
    return talks.getStore()?.speech?.code
  },
  translate: (parts, values) => (talks.getStore()?.speech?.translate ?? inEnglish)(parts, values),
})

/** Runs `work` in a language; undefined for English. It may still change (`answerIn`). */
export const speaking = <Result>(speech: Speech | undefined, work: () => Result): Result => talks.run({ speech }, work)

/** From now on, the request at hand is answered in a language. */
export function answerIn(speech: Speech | undefined): void {
  const talk = talks.getStore()
  if (talk !== undefined) talk.speech = speech
}
