import type { MiddlewareHandler } from 'hono'
import { type ApplicationResponse, toRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { anonymousEvent, type Blind, isHidden, readBlind } from '../../applications/blind.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import { anonymiser } from '../../forms/views/without-contact.ts'
import { AppError } from '../../shared/errors.ts'
import { isFormType } from '../../shared/form-types.ts'
import { reference } from '../../shared/ids.ts'
import { isObject } from '../../shared/json.ts'
import { saveChanges } from '../changes/save-changes.ts'
import type { Settings } from '../database/settings.ts'
import type { FormVersions } from '../forms/versions.ts'
import { readObject } from '../http/body.ts'
import { invalid } from '../http/faults.ts'
import { type Route, Routes, type Web } from '../http/routes.ts'
import type { StoredApplications } from '../records/applications/lists.ts'
import { untilNotStale } from '../records/until-not-stale.ts'
import { blindKey, blindOf } from './blind.ts'

interface BlindParts {
  readonly applications: StoredApplications
  readonly settings: Settings
  readonly formVersions: FormVersions
  readonly delivery: Delivery
  now(): Date
  poke(): void
}

const refusal = 'Who sent this is hidden until it is decided. Show it for this application, or end the blind pass.'

/** The application in a path such as `/api/applications/:id/related`. */
const ofApplication = '/api/applications/:id'

/**
 * The guard of a route of the desk while a form is read blind; none for one that answers with nothing about applicants, or hides it itself.
 * @throws Error for a route that declares no rule, so that the server does not start
 */
export function hiding(parts: BlindParts, { method, path, blind: rule }: Route): readonly MiddlewareHandler<Web>[] {
  if (rule === undefined) throw new Error(`${method} ${path} does not declare what it does during a blind pass`)
  if (rule === 'safe' || rule === 'own') return []
  const guard: MiddlewareHandler<Web> = async (context, next) => {
    const blind = await blindOf(parts.settings)
    if (blind.forms.length > 0) {
      if (rule === 'refused') {
        const named = path.startsWith(ofApplication) ? await parts.applications.byId(context.req.param('id') ?? '') : undefined
        if (!path.startsWith(ofApplication) || (named !== undefined && isHidden(blind, named)))
          throw new AppError('CONFLICT', { message: refusal })
      }
      // Read again: a decision shows who it is.
      context.set('hide', async (answer) => hidden(parts, await blindOf(parts.settings), answer))
    }
    await next()
  }
  return [guard]
}

type Json = Readonly<Record<string, unknown>>

/** The id of an application that an object is about, if the object does not have its status. */
function unknownIdOf(value: Json): string | undefined {
  if (typeof value.application_id === 'string') return value.application_id
  return 'summary' in value && 'reviews' in value && typeof value.id === 'string' ? value.id : undefined
}

function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (!isObject(value)) return []
  return [unknownIdOf(value) ?? [], Object.values(value).flatMap(idsIn)].flat()
}

/** An answer without what says who sent the hidden applications in it. */
async function hidden({ applications, formVersions }: BlindParts, blind: Blind, answer: object): Promise<object> {
  const ids = [...new Set(idsIn(answer))]
  const stored = new Map<string, Application | undefined>()
  for (const id of ids) stored.set(id, await applications.byId(id))

  /** One that is deleted or in quarantine is hidden too: its form is unknown here. */
  function isHiddenIn(value: Json): boolean {
    if ('applicant_name' in value && typeof value.status === 'string' && isFormType(value.form_type))
      return isHidden(blind, { id: String(value.id), formType: value.form_type, status: value.status as Application['status'] })
    const id = unknownIdOf(value)
    if (id === undefined) return 'applicant_name' in value
    const application = stored.get(id)
    return application === undefined || isHidden(blind, application)
  }

  function record(value: Json): Json {
    const id = String(value.application_id ?? value.id)
    const { form_type: type, form_data: answers } = value
    const hide = isFormType(type) && isObject(answers) ? anonymiser(formVersions.today[type], answers) : undefined
    const replaced: Json = {
      ...{
        applicant_name: reference(id),
        name: reference(id),
        applicant_email: '',
        company_name: '',
        subject: '',
        last_fault: '',
      },
      ...{ gist: '', reviews: [] },
      form_data: Object.fromEntries(
        Object.entries(isObject(answers) ? answers : {}).flatMap(([name, answer]) => {
          const shown = hide?.(name, answer)
          return shown === undefined ? [] : [[name, shown]]
        }),
      ),
    }
    const own = Object.entries(value).map(([name, before]) => [name, name in replaced ? replaced[name] : before])
    return { ...Object.fromEntries(own), ...('applicant_name' in value && { hidden: true }) }
  }

  /** A response about a hidden application: with the differences of the answers that are shown, and a history that says nothing of the others. */
  function details(value: Json, application: Json): Json {
    const { form_type: type, form_data: answers } = application
    const hide = isFormType(type) && isObject(answers) ? anonymiser(formVersions.today[type], answers) : () => undefined
    const shownOf = (changed: NonNullable<ApplicationResponse['changed']> = []) =>
      changed.flatMap((answer) => {
        const [from, to] = [hide(answer.name, answer.from), hide(answer.name, answer.to)]
        return from === undefined || to === undefined ? [] : [{ ...answer, from, to }]
      })
    const { history, changed, changes, requests, origin } = value as Partial<ApplicationResponse>
    return {
      ...value,
      ...(history && { history: history.map((entry) => ({ ...entry, event: anonymousEvent(entry.event) })) }),
      ...(changed && { changed: shownOf(changed) }),
      ...(changes && { changes: changes.map((change) => ({ ...change, changed: shownOf(change.changed), files: [] })) }),
      ...(requests && {
        requests: requests.map(({ answer, ...request }) => ({
          ...request,
          ...(answer && { answer: { at: answer.at, text: answer.text } }),
        })),
      }),
      ...(origin !== undefined && { origin: null }),
    }
  }

  function withoutNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutNames)
    if (!isObject(value)) return value
    const { application, related } = value
    const isAbout = isObject(application) && isHiddenIn(application)
    const opened: Json = {
      ...(isAbout ? details(value, application) : value),
      // With a known relative, you know who it is.
      ...(Array.isArray(related) && {
        related: related.filter((entry) => !isObject(entry) || !isObject(entry.application) || !isHiddenIn(entry.application)),
      }),
      // Names without their applications.
      ...(Array.isArray(value.skipped) && { skipped: value.skipped.map(() => 'An applicant') }),
      ...(typeof value.lastFault === 'string' && { lastFault: '' }),
    }
    const inner = Object.fromEntries(Object.entries(opened).map(([name, entry]) => [name, withoutNames(entry)]))
    return isHiddenIn(value) ? record(inner) : inner
  }

  return Object(withoutNames(answer))
}

export function blindRoutes({ applications, settings, formVersions, delivery, now, poke }: BlindParts): Routes {
  async function store(change: (before: Blind) => Blind): Promise<void> {
    await untilNotStale(async () => {
      const stored = await settings.get(blindKey)
      return settings.put(blindKey, change(readBlind(stored?.value)), stored?.revision ?? 0)
    })
  }
  return new Routes('admin')
    .on(routes.blind, async () => {
      const stored = await settings.get(blindKey)
      return { forms: readBlind(stored?.value).forms, revision: stored?.revision ?? 0 }
    })
    .on(routes.saveBlind, async (context) => {
      const { forms, revision } = await readObject(context)
      if (!Array.isArray(forms) || !forms.every(isFormType)) throw invalid('forms', 'A list of forms is required')
      if (!Number.isSafeInteger(revision) || Number(revision) < 0)
        throw invalid('revision', 'The revision that was read is required')
      const before = await settings.get(blindKey)
      const next: Blind = { ...readBlind(before?.value), forms: [...new Set(forms)] }
      if ((await settings.put(blindKey, next, Number(revision))) === 'stale')
        throw new AppError('CONFLICT', { message: 'This was changed in another window.' })
      context.get('log').warn({ operation: 'blind pass', forms: next.forms }, 'the blind pass was set')
      return { forms: next.forms, revision: Number(revision) + 1 }
    })
    .on(routes.showIdentity, async (context) => {
      const { email: by } = context.get('session')
      const application = await saveChanges({ applications, poke }, context.req.param('id'), async (before) => {
        if (!isHidden(await blindOf(settings), before)) throw new AppError('CONFLICT', { message: 'It is shown already.' })
        const entry = { at: now(), by, event: { what: 'identity_shown' } } as const
        return [{ application: before, entry, ...outgoing(before, entry, delivery) }]
      })
      await store((before) => ({ ...before, shown: [...new Set([...before.shown, application.id])] }))
      return { application: toRecord(application, formVersions.isCurrent(application)) }
    })
}
