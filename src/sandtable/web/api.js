// What is said to the server: single requests over HTTP, and the open connection at a table.

/**
 * What the server refuses, with every fault. */
export class Refusal extends Error {
  /**
 * @param {{code: string, case: string, message: string, faults: {case: string, reason: string, place: string}[]}} told
 */
  constructor(told) {
    super(told.message);
    this.code = told.code;
    this.case = told.case;
    this.faults = told.faults ?? [];
  }
}

/** @param {unknown} error every fault of which has a line */
export function told(error) {
  const faults = error instanceof Refusal ? error.faults : [];
  const lines = faults.map((one) => [one.case, [one.place, one.reason].filter(Boolean).join(" ")].filter(Boolean).join(": "));
  return lines.join("\n") || (error instanceof Error ? error.message : String(error));
}

/** @param {string} path @param {{word?: string, body?: any}} [how] @returns {Promise<any>} */
export async function request(path, how = {}) {
  /** @type {Record<string, string>} */
  const headers = how.word ? { Authorization: `Bearer ${how.word}` } : {};
  if (how.body !== undefined) headers["Content-Type"] = "application/json";
  const body = how.body === undefined ? undefined : JSON.stringify(how.body);
  const answer = await fetch(path, { headers, body, method: body ? "POST" : "GET" });
  const told = await answer.json();
  if (!answer.ok) throw new Refusal(told.error);
  return told;
}

/**
 * A file of the seat's, as an address for images and downloads.
 * @param {string} path @param {string} word
 */
export async function fetched(path, word) {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${word}` } });
  if (!answer.ok) throw new Refusal((await answer.json()).error);
  return answer.blob();
}

/**
 * The connection at a table: asks and is told, and comes back by itself when the line breaks. */
export class Connection {
  /**
 * @param {string} word @param {(frame: any) => void} heard @param {(state: string, why: string) => void} changed
 */
  constructor(word, heard, changed) {
    this.word = word;
    this.heard = heard;
    this.changed = changed;
    this.since = 0;
    this.number = 0;
    this.pause = 250;
    /** @type {Map<number, {done: (ok: any) => void, failed: (why: Error) => void}>} */
    this.waiting = new Map();
    this.ended = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.socket.onopen = () => this.socket?.send(JSON.stringify({ sit: this.word, since: this.since }));
    this.socket.onmessage = (message) => this.take(JSON.parse(message.data));
    this.socket.onclose = (end) => this.close(end);
  }

  /** @param {any} frame */
  take(frame) {
    const told = frame.ok ?? frame.news ?? frame.undone ?? frame.again ?? frame.seated;
    if (told?.heard !== undefined) this.since = told.heard;
    if (frame.seated) {
      this.pause = 250;
      this.changed("open", "");
    }
    if (frame.id === undefined || frame.id === null) return this.heard(frame);
    const waiting = this.waiting.get(frame.id);
    this.waiting.delete(frame.id);
    if (frame.error) waiting?.failed(new Refusal(frame.error));
    else {
      if (told.asks !== undefined && told.heard !== undefined) this.heard({ done: told });
      waiting?.done(told);
    }
  }

  /** @param {CloseEvent} end */
  close(end) {
    for (const { failed } of this.waiting.values()) failed(new Error("the connection was lost"));
    this.waiting.clear();
    if (this.ended || end.code === 4401 || end.code === 4410 || end.code === 4400) {
      this.changed("ended", end.reason);
      return;
    }
    this.changed("lost", end.reason);
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, 8000);
  }

  /**
   * One request of the protocol.
   * @param {Record<string, any>} words @returns {Promise<any>}
   */
  ask(words) {
    const id = ++this.number;
    return new Promise((done, failed) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return failed(new Error("there is no connection just now"));
      this.waiting.set(id, { done, failed });
      this.socket.send(JSON.stringify({ id, ...words }));
    });
  }

  leave() {
    this.ended = true;
    this.socket?.close();
  }
}
