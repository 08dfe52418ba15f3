import type { Applications } from '../../port.ts'
import type { SearchText } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import { add } from './add.ts'
import { importApplication } from './bring.ts'
import { stats } from './counters.ts'
import { newsSince } from './history.ts'
import { facts } from './insights.ts'
import { all, countAll, list } from './list.ts'
import { related } from './person-keys.ts'
import { byId, file, files, histories, history } from './read.ts'
import { purge, remove } from './remove.ts'
import { save } from './save.ts'
import { undo } from './undo.ts'

export const applications = (engine: Engine, searchText: SearchText): Applications => ({
  add: (application) => add(engine, searchText, application),
  import: (application) => importApplication(engine, searchText, application),
  save: (...changes) => save(engine, searchText, changes),
  remove: (id, entry, holdUntil, outbox) => remove(engine, id, entry, holdUntil, outbox),
  undo: (id, by, at, delivery, named) => undo(engine, id, by, at, delivery, named),
  purge: (now) => purge(engine, now),
  byId: (id) => byId(engine.read, id),
  history: (id) => history(engine.read, id),
  file: (id, field) => file(engine.read, id, field),
  histories: (ids) => histories(engine.read, ids),
  files: (ids) => files(engine.read, ids),
  list: (query) => list(engine, query),
  all: (query) => all(engine, query),
  count: (query) => countAll(engine, query),
  newsSince: (since, limit) => newsSince(engine.read, since, limit),
  related: (id) => related(engine.read, id),
  stats: () => stats(engine),
  facts: (query) => facts(engine.read, query),
})
