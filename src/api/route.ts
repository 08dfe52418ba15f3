// How a route of the API is written: once, for the server that answers it and for the desk that calls it.

import type { Right } from './rights.ts'

/** The names of the parameters of a path, such as `id` of `/api/applications/:id`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Following}`
  ? Name | ParameterNames<Following>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A value for each parameter of a path. */
export type PathParameters<Path extends string> = Readonly<Record<ParameterNames<Path>, string | number>>

export const fillPath = <Path extends string>(path: Path, parameters: PathParameters<Path>): string =>
  path.replace(/:(\w+)/g, (_, name: ParameterNames<Path>) => encodeURIComponent(parameters[name]))

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What a route of the desk does while a form is read blind.
 * - `safe`: as always; it answers with nothing about applicants.
 * - `redacted`: its JSON is answered without what says who sent a hidden application.
 * - `own`: it hides that itself.
 * - `refused`: with a hidden application in its path it is refused, with another one redacted; without an application in its path it is always refused.
 */
export type BlindRule = 'safe' | 'redacted' | 'own' | 'refused'

/** A route that answers with JSON: its method and path, and the types of its answer and body. */
export interface ApiRoute<Path extends string = string, Answer = unknown, Body = unknown> {
  readonly method: Method
  readonly path: Path
  readonly blind?: BlindRule
  /** The helpers that it is open to, beside the admin; by default none. */
  readonly rights?: readonly Right[]
  /** Only types; it has no value. */
  readonly types?: { readonly answer: Answer; readonly body: Body }
}

/** The answer of a route that only succeeds. */
export interface Done {
  readonly success: true
}

const route =
  (method: Method) =>
  <Path extends string>(path: Path, ...rights: readonly Right[]) => ({
    answers: <Answer extends Done = Done>(): ApiRoute<Path, Answer, undefined> => ({ method, path, rights }),
    takes: <Body>() => ({ answers: <Answer extends Done = Done>(): ApiRoute<Path, Answer, Body> => ({ method, path, rights }) }),
  })

export const get = route('GET')
export const post = route('POST')
export const put = route('PUT')
export const patch = route('PATCH')
export const remove = route('DELETE')

/** Routes with what they do while a form is read blind. */
export const whileBlind = <Routes extends Readonly<Record<string, ApiRoute>>>(blind: BlindRule, routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).map(([name, declared]) => [name, { ...declared, blind }])) as Routes
