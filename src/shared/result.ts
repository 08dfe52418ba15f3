/** An outcome that the caller handles: a value, or a fault. */
export type Result<Value, Fault> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: Fault }

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value })

export const fail = <Fault>(fault: Fault): { readonly ok: false; readonly fault: Fault } => ({ ok: false, fault })
