// Machine code: the module of the machine makes further modules while it runs, and this instantiates them.

class Routines {
  constructor() {
    /** How many modules have been instantiated. */
    this.made = 0;
    /** Places in the table whose functions have been dropped. */
    this.free = [];
    /** What the module of the machine imports as `focal8`. */
    this.imports = {
      add_routine: (at, length) => this.add(at, length),
      drop_routine: (index) => this.drop(index),
    };
  }

  /** Told once what the module of the machine exports. */
  connect({ memory, __indirect_function_table: table }) {
    this.memory = memory;
    this.table = table;
  }

  /** Puts the function of a new module into the table; 0 when the browser refuses the module. */
  add(at, length) {
    const { memory, table } = this;
    let run;
    try {
      const module = new WebAssembly.Module(new Uint8Array(memory.buffer, at, length));
      run = new WebAssembly.Instance(module, { focal8: { memory, table } }).exports.run;
    } catch {
      return 0;
    }
    this.made += 1;
    const index = this.free.pop() ?? table.grow(1);
    table.set(index, run);
    return index;
  }

  drop(index) {
    this.table.set(index, null);
    this.free.push(index);
  }
}
