import type { ReactNode, Ref } from 'react'
import { formPaths } from '../../api/form-paths.ts'
import { honeypotField } from '../../applications/quarantine.ts'
import { type Condition, type Faults, type Field, type Form, isRequired, type Section } from '../../forms/form.ts'
import { spoken, translate } from '../../shared/translate.ts'
import button from '../../ui/button/button.module.css'
import { isShown, type Raw } from '../answers.ts'
import type { Failure } from '../delivery/submit.ts'
import type { FormState } from '../form-state.ts'
import { Actions, type Sending } from './Actions.tsx'
import { conditionName, conditionOf } from './conditions.ts'
import { type ChosenFile, FieldInput, wideFields } from './FieldInput.tsx'
import styles from './form-view.module.css'
import { ids, nativeForm } from './ids.ts'
import { Progress } from './Progress.tsx'
import { Summary } from './Summary.tsx'

/** The privacy notice at a form, from `content/pages/privacy.yaml`. */
export interface Notice {
  /** A day; part of the submission. */
  readonly version: string
  /** Who stores the answers, why and for how long. */
  readonly text: string
  /** The address for requests to see, correct or delete the data. */
  readonly email: string
}

/** The state of a form with a running script. Without a script the form works natively. */
interface Live extends Omit<FormState, 'files'>, Sending {
  readonly files: Readonly<Record<string, ChosenFile>>
  /** Checks the section with this index. Returns whether it has no faults. */
  readonly checkPart: (index: number) => boolean
  readonly onSubmit: (event: { preventDefault(): void }) => void
}

export interface FormViewProps {
  readonly form: Form
  /** The initial answers. */
  readonly raw?: Raw
  readonly faults?: Faults
  /** Why the form could not be sent. */
  readonly alert?: string
  /** Missing if the server refused the answers. */
  readonly failure?: Failure
  /** Before the questions, in place of the summary. */
  readonly first?: ReactNode
  /** Part of a native post. With it, a repeated post is stored once. */
  readonly idempotencyKey?: string
  /** The origin as JSON text. The server sets it in a refused form, because a page without a script cannot store it. */
  readonly origin?: string
  readonly notice: Notice
  /** The form version, so that the server knows which questions the answers belong to. */
  readonly formVersion: string
  readonly live?: Live
  readonly formRef?: Ref<HTMLFormElement>
  /** The draft's state, shown under the progress. */
  readonly aside?: ReactNode
}

export const hasFile = (form: Form): boolean => Object.values(form.fields).some((field) => field.kind === 'file')

/** The `encType` of a form; only multipart can contain files. */
export const encodingOf = (form: Form): string | undefined => (hasFile(form) ? 'multipart/form-data' : undefined)

/** Whether the browser requires an answer. Without a script, the condition of a question cannot be checked, so it does not.
 * That code is not in the browser's script, where a form is always live. */
const isRequiredNow = (field: Field, live: Live | undefined): boolean =>
  import.meta.env.SSR && live === undefined
    ? field.required === true && field.shown === undefined
    : isShown(field, live?.deciding ?? {}) && isRequired(field, live?.deciding ?? {})

/**
 * A complete form, rendered by the site's build, by the browser, and by the server after a refused native post. A text that changes is the only
 * child of its element. React then replaces it as a whole, which works even if the browser's translation wrapped it in elements.
 */
export const FormView = ({
  form,
  raw,
  faults = {},
  alert,
  failure,
  first,
  idempotencyKey,
  origin,
  notice,
  formVersion,
  live,
  formRef,
  aside,
}: FormViewProps) => {
  // The answers are valid, but could not be sent.
  const failed = live !== undefined && alert !== undefined && Object.keys(faults).length === 0
  return (
    <div className={`stack ${styles.frame}`}>
      <div className={styles.rail}>
        <Progress form={form} state={live} faults={faults} saved={live?.saved === true} />
        {/* Rendered before the script runs, so that the draft's state does not move the content below. */}
        <div className={`screen ${styles.aside}`}>{aside}</div>
      </div>
      <form
        id={import.meta.env.SSR ? nativeForm : undefined}
        method="post"
        action={formPaths.submit}
        encType={import.meta.env.SSR ? encodingOf(form) : undefined}
        // A browser would say what is missing in its own language; the server says it in that of the page.
        noValidate={live !== undefined || (import.meta.env.SSR && spoken() !== undefined)}
        aria-label={form.title}
        aria-busy={live?.sending || undefined}
        ref={formRef}
        onSubmit={live?.onSubmit}
      >
        <input type="hidden" name="formType" value={form.type} />
        <input type="hidden" name="idempotencyKey" defaultValue={idempotencyKey ?? ''} />
        {origin !== undefined && <input type="hidden" name="origin" value={origin} />}
        {import.meta.env.SSR && spoken() && <input type="hidden" name="language" value={spoken()} />}
        <input type="hidden" name="notice" value={notice.version} />
        <input type="hidden" name="formVersion" value={formVersion} />
        <Honeypot />
        {first ??
          (!failed && <Summary form={form} faults={faults} alert={alert} focused={live === undefined} ref={live?.summaryRef} />)}
        <Questions form={form} raw={raw} faults={faults} live={live} />
        <div data-check="" />
        <Actions form={form} live={live} alert={failed ? alert : undefined} failure={failure} email={notice.email}>
          <p className={`soft small ${styles.privacy}`}>
            {notice.text}
            {translate` To see, correct or withdraw it, write to `}
            <a href={`mailto:${notice.email}`}>{notice.email}</a>.{' '}
            <a href={translate`/privacy`}>{translate`How we handle what you tell us`}</a>.
          </p>
        </Actions>
      </form>
    </div>
  )
}

/** A honeypot: a field that people cannot see, hear or reach by keyboard, and that password managers ignore. Whatever fills it in is a program. */
const Honeypot = () => (
  <label className="visually-hidden" aria-hidden="true">
    {translate`Leave empty`}
    <input name={honeypotField} tabIndex={-1} autoComplete="off" data-1p-ignore="" data-bwignore="" data-lpignore="true" />
  </label>
)

interface QuestionsProps extends Pick<FormViewProps, 'form' | 'raw' | 'live'> {
  readonly faults: Faults
}

/** All parts of a form. */
export const Questions = (props: QuestionsProps) => (
  <>
    <p className="soft small">{translate`Answer everything not marked optional.`}</p>
    {props.form.sections.map((section, index) => (
      <Part key={section.title} section={section} index={index} {...props} />
    ))}
  </>
)

interface PartProps extends QuestionsProps {
  readonly section: Section
  readonly index: number
}

/** The fields of one section under its heading. */
const Part = ({ form, section, index, raw, faults, live }: PartProps) => {
  const fields = section.fields.flatMap((name) => {
    const field = form.fields[name]
    return field === undefined ? [] : [[name, field] as const]
  })
  const hidden = (field: Field): boolean => live !== undefined && !isShown(field, live.deciding)
  const wide = wideFields(fields.filter(([, field]) => !hidden(field)))
  const next = form.sections.findIndex((_, at) => at > index && live?.parts.shown[at] !== false)
  const isBuilt = import.meta.env.SSR && live === undefined
  const common = isBuilt ? conditionOf(form, section) : undefined
  return (
    <fieldset
      className={styles.part}
      id={ids.part(index)}
      data-part={index}
      data-if={common && conditionName(common)}
      hidden={live?.parts.shown[index] === false}
      // What is typed after the form was sent would not be part of it.
      disabled={live?.sending}
    >
      <legend className={styles.legend}>
        <h3>{section.title}</h3>
      </legend>
      {section.intro !== undefined && <p className={styles.intro}>{section.intro}</p>}
      {isBuilt &&
        (common === undefined ? (
          conditionsIn(fields).map(([shown, labels]) => (
            <p key={conditionName(shown)} className={styles.note} data-only="">
              {`${onlyIf(form, shown, false)} (${labels.join('; ')})`}
            </p>
          ))
        ) : (
          <p className={styles.note}>{onlyIf(form, common, true)}</p>
        ))}
      <div className={styles.fields}>
        {fields.map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            raw={raw}
            fault={faults[name]}
            required={isRequiredNow(field, live)}
            hidden={hidden(field)}
            count={live?.counts[name]}
            chosen={live?.files[name]}
            wide={wide.has(name)}
          />
        ))}
      </div>
      {next !== -1 && (
        <a
          className={`${button.button} ${button.line} screen ${styles.next}`}
          href={`#${ids.part(next)}`}
          onClick={(event) => {
            if (live?.checkPart(index) === false) event.preventDefault()
          }}
        >
          <span>{translate`Next: ${form.sections[next]?.title}`}</span>
        </a>
      )}
    </fieldset>
  )
}

/** The conditions of some questions, each with the labels of its questions. */
const conditionsIn = (fields: readonly (readonly [string, Field])[]): readonly (readonly [Condition, readonly string[]])[] => {
  const named = new Map<string, [Condition, string[]]>()
  for (const [, { shown, label }] of fields)
    if (shown !== undefined) {
      const condition = named.get(conditionName(shown)) ?? [shown, []]
      condition[1].push(label)
      named.set(conditionName(shown), condition)
    }
  return [...named.values()]
}

/** Explains conditional questions, which a page without a script cannot hide. */
function onlyIf(form: Form, shown: Condition, all: boolean): string {
  const decides = form.fields[shown.field]
  const option = decides?.options?.find(({ value }) => value === shown.is)
  return all
    ? translate`These questions are only for those who chose “${option?.label ?? shown.is}” under “${decides?.label}”. Leave them empty otherwise.`
    : translate`Some of these questions are only for those who chose “${option?.label ?? shown.is}” under “${decides?.label}”. Leave them empty otherwise.`
}
