import { describe, expect, it } from 'vitest'
import { hoistStateless } from './hoist-stateless.ts'

function isShared(code: string, name: string): boolean {
  const { shared, own } = hoistStateless(code, ['fetch', 'Date'])
  expect(`${shared}\n${own}`).toContain(name)
  return shared.includes(name)
}

describe('the shared code of the model’s pages', () => {
  it.each([
    ['a pure function', 'function sum(a, b) { return a + b }', 'sum'],
    ['a constant', 'var sum = 3;', 'sum'],
    ['a class without state', 'var sum = class extends Error { name = "Sum" };', 'sum'],
    ['a function of shared ones', 'var one = 1; function sum(a) { return a + one }', 'sum'],
    ['a property called as the page calls something', 'var sum = (a) => a.fetch;', 'sum'],
  ])('the model’s pages share %s', (_what, code, name) => {
    expect(isShared(code, name)).toBe(true)
  })

  it.each([
    ['a variable that changes', 'var sum = 0; function add() { sum += 1 }', 'sum'],
    ['a counter', 'var sum = 0; function add() { sum++ }', 'add'],
    ['a variable that a loop changes', 'var sum = 0; for (sum of [1]);', 'sum'],
    ['a variable that a pattern changes', 'var sum = 0; function add(a) { [sum] = a }', 'sum'],
    ['a collection', 'var sum = /* @__PURE__ */ new Map();', 'sum'],
    ['an object', 'var sum = { last: 0 };', 'sum'],
    ['a pattern, which remembers its place', 'var sum = /a/g;', 'sum'],
    ['a function of a collection', 'var all = new Map(); function sum() { return all.size }', 'sum'],
    ['a function of such a function', 'var all = []; var size = () => all; var sum = () => size();', 'sum'],
    ['a function that asks the page', 'async function sum() { return await fetch("/") }', 'sum'],
    ['a function with a property', 'function sum() {} sum.last = 1;', 'sum'],
    ['a class with a static field', 'class sum { static last = 0 }', 'sum'],
    ['a class with a static block', 'class sum { static { this.last = 0 } }', 'sum'],
    ["a class made of a page's own", 'var all = []; class base { all = all } class sum extends base {}', 'sum'],
  ])('the model’s pages do not share %s', (_what, code, name) => {
    expect(isShared(code, name)).toBe(false)
  })
})
