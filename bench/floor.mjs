// The floors that the server is measured against, each a separate process: `node bench/floor.mjs KIND ARGUMENT`. Prints its port.
//   http FILE         a bare node:http server that answers each path of FILE with the status, headers and bytes given there
//   sqlite FILE       a bare node:http server that stores each body in one table; a commit takes all bodies that arrived during the one before, and is synced
//   postgres ADDRESS  the same with a table in PostgreSQL
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [kind, argument] = process.argv.slice(2)

/** Calls `done` with the bytes of a request's body. */
function readBody(request, done) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
}

const created = Buffer.from('{"success":true,"applicationId":"019ab5b4-64c8-7000-8000-000000000000"}')
const fine = Buffer.from('{"success":true}')

function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}

function samePages() {
  const pages = new Map(
    Object.entries(JSON.parse(readFileSync(argument, 'utf8'))).map(([path, { status, headers, body }]) => [
      path,
      { status, headers, body: Buffer.from(body, 'base64') },
    ]),
  )
  return (request, response) => {
    const { status, headers, body } = pages.get(request.url)
    response.writeHead(status, headers)
    response.end(body)
  }
}

/** Collects bodies while `commit` runs, and passes them all to the next `commit`. */
function grouped(commit) {
  let waiting = []
  let isRunning = false
  const work = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await commit(batch.map(({ body }) => body))
      for (const { response } of batch) answer(response, 201, created)
    }
    isRunning = false
  }
  return (request, response) => {
    if (request.method !== 'POST') return answer(response, 200, fine)
    readBody(request, (body) => {
      waiting.push({ body, response })
      if (!isRunning) {
        isRunning = true
        setImmediate(work)
      }
    })
  }
}

async function intoSqlite() {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(argument)
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table bodies (id integer primary key, body blob not null)',
  )
  const insert = db.prepare('insert into bodies (body) values (?)')
  return grouped((bodies) => {
    db.exec('begin immediate')
    for (const body of bodies) insert.run(body)
    db.exec('commit')
  })
}

async function intoPostgres() {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: argument })
  await client.connect()
  await client.query('create table bodies (id bigserial primary key, body bytea not null)')
  return grouped((bodies) =>
    client.query({ name: 'insert', text: 'insert into bodies (body) select unnest($1::bytea[])', values: [bodies] }),
  )
}

const listeners = { http: samePages, sqlite: intoSqlite, postgres: intoPostgres }
const server = createServer(await listeners[kind]())
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
