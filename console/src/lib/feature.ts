import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { Found, FoundKind } from '@evenhand/protocol/operator-search.ts'
import { createContext, useContext, type ComponentType } from 'react'
import type { MessageKeys, Messages, NestedKeyOf } from 'use-intl'
import * as z from 'zod/mini'
import type { RequestedChange, ChangeKind, RequestList, RequestRoutes } from '../requests/requested-change.ts'

/** A text by its whole key, namespace first. */
export type TextKey = MessageKeys<Messages, NestedKeyOf<Messages>>
/** The headings of the rail, in their order. */
export const groups = ['queues', 'people', 'money', 'risk', 'control'] as const
type Group = (typeof groups)[number]
export type Call = Pick<OperatorRoute, 'method' | 'path' | 'roles'>
/** What an address keeps, by name: each value reads a text and returns undefined for one that it does not know. */
type SearchFields = Readonly<Record<string, z.ZodMiniType>>
export type SearchOf<F extends SearchFields> = { -readonly [K in keyof F]?: z.output<F[K]> }
/** What a screen is given: what stands in its address, and the way to change a part of it. */
export type ScreenProps<S> = { search: S; onSearch: (change: Partial<S>) => void }

/** A screen of the console as its feature describes it; routes, rail, title and palette are made of these. */
export type Screen = {
  readonly path: `/${string}`
  readonly title: TextKey
  /** Open without a session, in a frame of its own; it has no place in the rail. */
  readonly isOutside?: boolean
  /** The heading it stands under in the rail; without one it stands above all headings. */
  readonly group?: Group
  /** Stroke path on a 24 × 24 canvas. */
  readonly icon: string
  /** The calls of which it needs one: for roles that may make none of them it does not exist. */
  readonly needs: readonly Call[]
  /** Every role has it, so it is no work of a role. */
  readonly isForEveryone?: boolean
  readonly search: SearchFields
  /** The entry of the palette that searches for the typed text on this screen, as `q` of its address. */
  readonly find?: TextKey
  // oxlint-disable-next-line typescript/no-explicit-any -- `screen` below holds component and address together
  readonly load: () => Promise<ComponentType<any>>
}

/** A target in the console: a screen and what stands in its address. */
export type Target = { readonly to: string; readonly search: Readonly<Record<string, string>> }

/** A value of a sentence: as it is signed, an amount with its unit, a whole number, or a code that has a text of its own. */
export type SentenceValue =
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'amount'; readonly text: string; readonly asset: string }
  | { readonly as: 'count'; readonly text: string }
  | { readonly as: 'code'; readonly text: string; readonly key: string }
/** The sentence of a payload. */
export type Sentence = {
  readonly key: TextKey
  /** Whose account it is about; the sentence names him as `customer`. */
  readonly customerId?: string
  readonly values: Readonly<Record<string, SentenceValue>>
}
export type Signed = Readonly<Record<string, string>>
export type SentenceMaker = (signed: Signed) => Sentence

export type ChangeProps = { values: Signed; isCase: boolean }

/** A kind of request that one operator makes and another decides. */
export type RequestSpec = RequestRoutes & {
  /** The screen it stands on. */
  readonly to: string
  /** The tab of that screen, where it has tabs. */
  readonly tab?: 'requests'
  /** The list it stands in, where that is not the common one. */
  readonly list?: RequestList
  /** What it requires, in one line. */
  readonly line: (values: Signed) => Omit<Sentence, 'customerId'>
  /** What follows from the second signature, where that is more than that it is carried out. */
  readonly effect?: (values: Signed) => Omit<Sentence, 'customerId'>
  /** What it changes of what is in force: a part of its case, and beside its signature. */
  readonly Change?: ComponentType<ChangeProps>
  /** More of its case, below its course. */
  readonly Attachment?: ComponentType<{ request: RequestedChange }>
}

/** Everything that a feature brings to the console. The list in `features.ts` is the only place that names it. */
export type Feature = {
  readonly screens?: readonly Screen[]
  /** Its queues on the dashboard, by the names that the server counts them under. */
  readonly queues?: Readonly<Record<string, QueueSpec>>
  /** What the palette finds by a number, and where each is shown. */
  readonly found?: Readonly<Partial<Record<FoundKind, FoundSpec>>>
  readonly requests?: Readonly<Partial<Record<ChangeKind, RequestSpec>>>
  /** What is signed here, in words: by the kind of a request, or by the action of a payload. */
  readonly sentences?: Readonly<Record<string, SentenceMaker>>
}
export type QueueSpec = {
  readonly title: TextKey
  /** Its screen, where it has one of its own. */
  readonly at?: Target
  /** What its clock counts, where that is not the published service level. */
  readonly clock?: TextKey
}
export type FoundSpec = { readonly title: TextKey; readonly target: (found: Found) => Target }

/** Holds the fields of an address and the component that reads them to each other. */
export const screen = <const P extends `/${string}`, const F extends SearchFields>(
  described: Omit<Screen, 'path' | 'search' | 'load'> & {
    readonly path: P
    readonly search: F
    readonly load: () => Promise<ComponentType<ScreenProps<SearchOf<F>>>>
  },
) => described

/** What all features bring together, by what it is looked up by. */
export type Features = {
  readonly screens: readonly Screen[]
  readonly queues: ReadonlyMap<string, QueueSpec>
  readonly found: ReadonlyMap<string, FoundSpec>
  readonly requests: ReadonlyMap<string, RequestSpec>
  readonly sentences: ReadonlyMap<string, SentenceMaker>
}

/** Gathers the features of a list. Two that bring the same name or path are a mistake of the list. */
export function gather(list: readonly Feature[]): Features {
  const screens = merged(list, (feature) => Object.fromEntries((feature.screens ?? []).map((one) => [one.path, one])))
  return {
    screens: [...screens.values()],
    queues: merged(list, ({ queues }) => queues),
    found: merged(list, ({ found }) => found as Readonly<Record<string, FoundSpec>> | undefined),
    requests: merged(list, ({ requests }) => requests as Readonly<Record<string, RequestSpec>> | undefined),
    sentences: merged(list, ({ sentences }) => sentences),
  }
}

function merged<V>(
  list: readonly Feature[],
  params: (feature: Feature) => Readonly<Record<string, V>> | undefined,
): ReadonlyMap<string, V> {
  const all = new Map<string, V>()
  for (const [name, value] of list.flatMap((feature) => Object.entries(params(feature) ?? {}))) {
    if (all.has(name)) throw new Error(`two features bring ${name}`)
    all.set(name, value)
  }
  return all
}

/** The features of this console; given by the app, so that no part of the house imports the list. */
export const FeaturesContext = createContext<Features>(gather([]))
/** All that the features bring, merged: screens, queues, palette entries, requests and sentences. Empty outside the app. */
export const useFeatures = (): Features => useContext(FeaturesContext)

/** Whether one of the calls of a screen is open to an operator. */
export const isOpen = ({ needs }: Pick<Screen, 'needs'>, may: (call: Call) => boolean): boolean => needs.some(may)

/**
 * The sentence of a payload, for the operator who signs it: made of that payload and of nothing else, so it cannot deviate.
 * Undefined for an action that this page does not know, which it must not sign.
 */
export function sentenceOf({ sentences }: Features, { act, fields }: ApprovalPayload): Sentence | undefined {
  const make = sentences.get(act) ?? sentences.get(act.replace(/\.(?:propose|approve)$/, ''))
  return make?.(Object.fromEntries(fields))
}
