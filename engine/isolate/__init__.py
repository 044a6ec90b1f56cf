"""Kernel work in a child process that may crash, hang or run out of memory without hurting its parent.

`worker.Worker` is the parent's side, `child` the process it runs. They speak over a private pair of
pipes; results are small dicts, anything big goes through files. Who runs several children has them forked
by `fork_server`, which has loaded what all of them need; `forked` is how a parent speaks with it.
"""
