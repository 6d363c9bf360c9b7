import type { ReactNode } from 'react'

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-ember px-1.5 font-sans text-xs font-bold leading-none text-vellum tabular">
      {children}
    </span>
  )
}
