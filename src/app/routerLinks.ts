import { createContext, type Ref, useRef } from 'react'

/* Stands in for the part of react-router that belongs to its framework mode; see scripts/withoutFrameworkMode.ts. */

export const FrameworkContext = createContext(undefined)

/** The second ref of a link comes from `usePrefetchBehavior` and does nothing here. */
export const mergeRefs = <T>(given: Ref<T> | undefined, _prefetching: Ref<T>): Ref<T> | undefined =>
  given

export const usePrefetchBehavior = () => [false, useRef(null), {}] as const

export const PrefetchPageLinks = () => null
