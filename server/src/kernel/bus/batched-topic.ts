import { noOthers, type Bus } from './bus.ts'

/**
 * Many small facts for the other processes: what is published in one tick of the event loop goes as one message. `onMessage` is called with
 * each fact that another process published. Facts are written as JSON.
 */
export function openBatchedTopic<Fact>(bus: Bus, topic: string, onMessage: (fact: Fact) => void): (fact: Fact) => void {
  let facts: Fact[] = []
  bus.subscribe(topic, (message) => (JSON.parse(message) as Fact[]).forEach(onMessage))
  const flush = (): void => {
    bus.publish(topic, JSON.stringify(facts))
    facts = []
  }
  return (fact) => {
    if (bus === noOthers) return
    if (facts.length === 0) setImmediate(flush)
    facts.push(fact)
  }
}
