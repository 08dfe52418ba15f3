import { type ComponentProps, useRef } from 'react'

export interface FilterSelectProps extends ComponentProps<'select'> {
  /** Called when a choice is made; not while one goes through the choices by keys, where each of them is a change. */
  done(): void
}

/** A select that says when one is done with it: with the focus left in it, the next key would choose something else. */
export function FilterSelect({ done, onChange, ...rest }: FilterSelectProps) {
  const isGoingThrough = useRef(false)
  return (
    <select
      {...rest}
      onFocus={() => {
        isGoingThrough.current = false
      }}
      onPointerDown={() => {
        isGoingThrough.current = false
      }}
      onKeyDown={({ key }) => {
        // Enter and Space open the choices, where one is chosen.
        isGoingThrough.current = key !== 'Enter' && key !== ' '
      }}
      onChange={(event) => {
        onChange?.(event)
        if (!isGoingThrough.current) done()
      }}
    />
  )
}
