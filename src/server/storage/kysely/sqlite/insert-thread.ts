import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './connection.ts'
import { inThisThread } from './inserter.ts'
import { type Call, decode, faultOf, type Reply } from './thread.ts'

// The program of the thread that inserts submissions: it answers calls one by one, in the order in which they come.

const connection = connect((workerData as { readonly file: string }).file, 'write')
const inserter = inThisThread(connection)

async function answer(call: Call): Promise<Reply> {
  try {
    switch (call.method) {
      case 'insertAll':
        return {
          value: (await inserter.insertAll(decode(call.batch))).map((outcome) =>
            'error' in outcome ? { fault: faultOf(outcome.error) } : outcome,
          ),
        }
      case 'indexDeferred':
        return { value: await inserter.indexDeferred(call.most) }
      case 'close':
        return { value: connection.close() }
    }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

parentPort?.on('message', async (call: Call) => parentPort?.postMessage(await answer(call)))
