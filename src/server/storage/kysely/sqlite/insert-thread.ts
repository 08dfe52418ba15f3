import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './connection.ts'
import { indexDeferred } from './deferred-words.ts'
import { insertAll } from './insert.ts'
import { type Call, faultOf, type Reply } from './thread.ts'

// The program of the thread that inserts submissions. It answers calls one by one, in order.

const connection = connect((workerData as { readonly file: string }).file, 'write')

function answer(call: Call): Reply {
  try {
    switch (call.method) {
      case 'insertAll': {
        const outcomes = insertAll(connection, call.insertions)
        // Frees this thread's copy of the files: the thread produces little garbage, so V8 would collect it late.
        const files = call.insertions.flatMap((insertion) => insertion.files)
        // Files of one request are views of the same memory.
        for (const { bytes } of files) if (bytes.byteLength > 0) (bytes.buffer as ArrayBuffer).transfer(0)
        return { value: outcomes.map((outcome) => ('error' in outcome ? { fault: faultOf(outcome.error) } : outcome)) }
      }
      case 'indexDeferred':
        return { value: indexDeferred(connection, call.max) }
      case 'close':
        return { value: connection.close() }
    }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

parentPort?.on('message', (call: Call) => parentPort?.postMessage(answer(call)))
