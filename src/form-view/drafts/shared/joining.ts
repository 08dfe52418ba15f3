import { drop, isBlankValue, isEqual, isSame, noAnswers, type SharedAnswers, type Value, type Version, write } from './merge.ts'

/** The answers in the form's inputs. */
export interface Inputs {
  read(): Readonly<Record<string, Value>>
  fill(answers: Readonly<Record<string, Value>>): void
  /** Whether the visitor is editing this question. Then its input is not changed. */
  isFocused(name: string): boolean
}

/** What the device stores of a shared draft. */
export interface SyncState {
  readonly shared: SharedAnswers
  /** By question: the version in its input. Its value is what the input shows. */
  readonly shown: Readonly<Record<string, Version>>
  /** The server's revision that was last read or saved; 0 for none. */
  readonly revision: number
}

export const newState: SyncState = { shared: noAnswers, shown: {}, revision: 0 }

/** A form and its shared answers. */
export interface Joining {
  /** A random name of this page. */
  readonly page: string
  readonly inputs: Inputs
  now(): number
  shared: SharedAnswers
  readonly shown: Record<string, Version>
}

/** Records what was typed. `atFirst`: blank inputs are no edits, because the draft may be lost or not loaded yet. */
export function note(joining: Joining, atFirst = false): void {
  const { page, inputs, now, shown } = joining
  for (const [name, value] of Object.entries(inputs.read())) {
    const before = shown[name]
    if (isEqual(value, before?.value ?? '') || (before === undefined && isBlankValue(value))) continue
    if (atFirst && isBlankValue(value)) {
      delete shown[name]
      continue
    }
    const written = write(joining.shared, name, [before], { by: page, at: now(), value })
    joining.shared = written.shared
    shown[name] = written.version
  }
}

/** Shows versions in their inputs. If an input shows another value, such as a select that lacks the option, that does not count as an edit. */
function show({ inputs, shown }: Joining, versions: Readonly<Record<string, Version>>): void {
  inputs.fill(Object.fromEntries(Object.entries(versions).map(([name, { value }]) => [name, value])))
  const filled = inputs.read()
  for (const [name, version] of Object.entries(versions)) shown[name] = { ...version, value: filled[name] ?? version.value }
}

/** Updates the inputs whose version was replaced on another device. */
export function fill(joining: Joining): void {
  const { inputs, shared, shown } = joining
  const current = inputs.read()
  const next: Record<string, Version> = {}
  for (const [name, versions] of Object.entries(shared.answers)) {
    const value = current[name]
    const here = shown[name]
    if (value === undefined || (here !== undefined && versions.some((version) => isSame(version, here)))) continue
    const version = versions.find((candidate) => isEqual(candidate.value, value)) ?? versions[0]
    if (version === undefined) continue
    if (isEqual(version.value, value)) shown[name] = version
    else if (!inputs.isFocused(name)) next[name] = version
  }
  if (Object.keys(next).length > 0) show(joining, next)
}

/** By question: the versions that no input of this page shows. */
export function alternatives({ inputs, shared, shown }: Joining): Readonly<Record<string, readonly Version[]>> {
  const all: Record<string, readonly Version[]> = {}
  for (const [name, versions] of Object.entries(shared.answers)) {
    const here = shown[name]
    if (here === undefined) continue
    const unshown = versions.filter((version) => !isSame(version, here))
    // A focused input is filled when the visitor leaves it.
    const isWaiting = unshown.length === versions.length && inputs.isFocused(name)
    if (unshown.length > 0 && !isWaiting) all[name] = unshown
  }
  return all
}

/** Replaces the answer in the input with another device's answer. */
export function use(joining: Joining, name: string, version: Version): void {
  const { page, now, shown } = joining
  note(joining)
  const written = write(joining.shared, name, [shown[name], version], { by: page, at: now(), value: version.value })
  joining.shared = written.shared
  show(joining, { [name]: written.version })
}

/** Removes another device's answer. */
export function dismiss(joining: Joining, name: string, version: Version): void {
  note(joining)
  joining.shared = drop(joining.shared, name, version)
}
